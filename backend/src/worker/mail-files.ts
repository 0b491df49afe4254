import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClaimedMail } from '@site/supabase/functions/_shared/claimed-mail';
import { composeMail, type MailSettings } from '@site/supabase/functions/_shared/compose-mail';
import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { textsOnly } from '@site/supabase/functions/_shared/smtp';
import { createTransport } from 'nodemailer';

/** Writes each mail into `folder` as one .eml file, whole or not at all; the same mail replaces its own file. */
export function deliverToFiles(folder: string, settings: MailSettings): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, signal) => {
    const { message } = await composer.sendMail({ ...composeMail(mail, settings), ...textsOnly });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(join(folder, await fileName(folder, mail)), message as Buffer, signal);
  };
}

/** That of an earlier attempt, which may have been killed before it was whole, or one that sorts by time. */
async function fileName(folder: string, mail: ClaimedMail): Promise<string> {
  const ending = `-${mail.messageId}.eml`;
  const earlier = (await readdir(folder)).find((name) => name.includes(ending));
  if (earlier) return earlier.replace(/\.new$/, '');
  const about = 'id' in mail.detail ? mail.detail.id : mail.id;
  return `${stamp(new Date())}-${mail.kind}-${about}${ending}`;
}

/** Removes the files that were written before that moment, and counts them. */
export async function removeOldFiles(folder: string, before: Date): Promise<number> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const old = names.filter((name) => /\.eml(\.new)?$/.test(name) && name < stamp(before));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return old.length;
}

/** `20261121T180512Z`: names that begin with it sort by time. */
function stamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
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

// The new name itself is only kept through a power cut when its folder is. Windows opens no folder.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
