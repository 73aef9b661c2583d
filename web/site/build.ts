// What becomes of the page when it is built: for the local server, files compressed
// beforehand; for any web host, what makes it installable and usable offline.

import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const here = new URL('.', import.meta.url).pathname;

/** All files below a folder, with slashes. */
function files(folder: string, under = ''): string[] {
  return readdirSync(join(folder, under)).flatMap((name) => {
    const path = under ? `${under}/${name}` : name;
    return statSync(join(folder, path)).isDirectory() ? files(folder, path) : [path];
  });
}

const isText = (path: string) => /\.(js|css|svg|json|webmanifest|wasm)$/.test(path);

/** Writes `FILE.br` and `FILE.gz` beside what shrinks; tells the files that it did so for. */
function compress(folder: string): string[] {
  const shrunk = files(folder).filter(isText);
  for (const path of shrunk) {
    const bytes = readFileSync(join(folder, path));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1 << 20 ? 9 : constants.BROTLI_MAX_QUALITY };
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(bytes, { params: quality }));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }));
  }
  return shrunk;
}

/** For the local server, which carries the files: compressed only, since it can unpack them. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: () => {
      for (const path of compress(folder)) rmSync(join(folder, path));
    },
  };
}

const MANIFEST = {
  name: 'Sokoscope',
  short_name: 'Sokoscope',
  description: 'Play Sokoban with somebody beside you who sees what matters',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#14161a',
  theme_color: '#14161a',
  icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
};

/** For any web host: the engine, the manifest, and the worker that serves the page
 * when there is no network. */
export function site(): Plugin {
  let folder = '';
  return {
    name: 'site',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    transformIndexHtml: (html) =>
      html
        .replace(/\s*<meta name="token"[^>]*>/, '')
        .replace('</title>', '</title>\n    <link rel="manifest" href="./manifest.webmanifest" />\n    <meta name="theme-color" content="#14161a" />'),
    closeBundle: () => {
      cpSync(join(here, 'engine'), join(folder, 'engine'), { recursive: true });
      writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(MANIFEST, null, 2));
      const listed = files(folder).filter((path) => !/\.(br|gz)$/.test(path) && path !== 'offline.js').sort();
      const hash = createHash('sha256');
      for (const path of listed) hash.update(path).update(readFileSync(join(folder, path)));
      const worker = readFileSync(join(here, 'offline.js'), 'utf8')
        .replace('VERSION_HERE', hash.digest('hex').slice(0, 16))
        .replace("['FILES_HERE']", JSON.stringify(['./', ...listed.filter((path) => path !== 'index.html')]));
      writeFileSync(join(folder, 'offline.js'), worker);
      compress(folder);
    },
  };
}
