import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClaimedMail } from '@site/supabase/functions/_shared/claimed-mail';
import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { composeMail } from '@site/supabase/functions/_shared/mail/compose-mail';
import { textsOnly } from '@site/supabase/functions/_shared/mail/smtp';
import type { MailSettings } from '@site/supabase/functions/_shared/mail-settings';
import { createTransport } from 'nodemailer';
import { syncFolder } from '../disks';
import { timeStamp } from './mail-files';

/** Writes each mail to `folder` as one .eml file, atomically. The same mail replaces its own file. */
export function deliverToFiles(folder: string, settings: MailSettings): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, signal) => {
    const { message } = await composer.sendMail({ ...composeMail(mail, settings), ...textsOnly });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(join(folder, await fileName(folder, mail)), message as Buffer, signal);
  };
}

/** Reuses the name of an earlier attempt. New names sort by time. */
async function fileName(folder: string, mail: ClaimedMail): Promise<string> {
  const ending = `-${mail.messageId}.eml`;
  const earlier = (await readdir(folder)).find((name) => name.includes(ending));
  if (earlier) return earlier.replace(/\.new$/, '');
  const about = 'id' in mail.detail ? mail.detail.id : mail.id;
  return `${timeStamp(new Date())}-${mail.kind}-${about}${ending}`;
}

async function writeWhole(path: string, content: Buffer, signal: AbortSignal): Promise<void> {
  const draft = `${path}.new`;
  try {
    await writeDurably(draft, content);
    signal.throwIfAborted();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
