import type { Activity } from './upload-activity';
import type { Room } from './upload-room';

/** What the requests of an upload share. */
export interface UploadOptions {
  readonly activity: Activity;
  readonly room: Room;
}
