/** jsdom lacks `URL.createObjectURL`: this fake records the files. */
export function catchDownloads() {
  const files = new Map<string, Blob>();
  const revoked: string[] = [];
  URL.createObjectURL = (file) => {
    const url = `blob:example/${files.size}`;
    if (file instanceof Blob) files.set(url, file);
    return url;
  };
  URL.revokeObjectURL = (url) => void revoked.push(url);
  return { files, revoked };
}
