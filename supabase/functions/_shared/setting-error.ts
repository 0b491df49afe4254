/** A setting that cannot be used. The message is one sentence that names the remedy. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}
