import { roomOf } from '../disks';

/** Four segments of the write-ahead log. */
const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * Without room for its log the engine neither fails nor ends: it spins until the watchdog kills it. Writing stops
 * before that.
 */
export async function hasRoom(dataDir: string): Promise<boolean> {
  return (await roomOf(dataDir)).freeBytes >= ROOM_BYTES;
}
