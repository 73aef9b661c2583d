// A plain file server, as any web host is one: files below a path, nothing else.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

/** Serves a folder below a path; `asked` has the paths of all requests so far. */
export async function serveFiles(folder, below = '/some/where/') {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    asked.push(path);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      if (!name.startsWith(below)) throw new Error('elsewhere');
      const bytes = await readFile(join(folder, normalize(name.slice(below.length))));
      response.writeHead(200, { 'content-type': kinds[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end('no such file');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}${below}`;
  const kill = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, asked, kill };
}
