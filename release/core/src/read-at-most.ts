/**
 * Reads a body whose sender may announce another length than it sends, or none.
 * @returns null when it has more bytes, which are not read then
 */
export async function readAtMost({ body }: Response, bytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > bytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
