import { roomOf } from '../disks';

/** Four segments of the write-ahead log. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** Without room for its log PostgreSQL ends and cannot start. Writing stops before that. */
export async function hasRoom(dataDir: string): Promise<boolean> {
  return (await roomOf(dataDir)).freeBytes >= ROOM_BYTES;
}
