/** How long the URL of a file stays valid, in milliseconds. */
const URL_LIFETIME_MS = 60_000;

/** Lets the browser save a file under a name. */
export function saveFile(name: string, type: string, parts: readonly BlobPart[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS);
}
