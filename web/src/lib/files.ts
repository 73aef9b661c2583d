/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name.replace(/[^\p{L}\p{N}._ -]+/gu, '-').trim() || 'levels.sok';
  link.click();
  URL.revokeObjectURL(link.href);
}
