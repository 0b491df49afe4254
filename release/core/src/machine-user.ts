import { userInfo } from 'node:os';

/** The name of this machine’s user. */
export function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return process.getuid ? `uid ${process.getuid()}` : 'unknown';
  }
}
