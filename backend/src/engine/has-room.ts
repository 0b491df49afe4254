import { statfs } from 'node:fs/promises';

/** Four segments of the write-ahead log. */
const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * Without room for its log the engine neither fails nor ends: it spins until the watchdog kills it. Writing stops
 * before that.
 */
export async function hasRoom(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize >= ROOM_BYTES;
}
