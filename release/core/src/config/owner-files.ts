import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { PICTURE_ADDRESS } from '@site/contract/addresses';
import type { Site } from '@site/contract/host';
import type { StoredFiles } from '@site/contract/page-data';
import { sha256 } from '../integrity';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { isSecure } from './fields';

/** Folder next to `site.json`, and first segment of the addresses of its files. */
const FOLDER = 'fichiers';
/** No leading dot, no slash, no character that a URL would encode. */
const NAME = /^[a-z0-9][a-z0-9_-]*\.[a-z]+$/i;

/** An uploaded picture is a body of the store already. */
export type OwnerFile = { readonly path: string; readonly contentType: string } & (
  | { readonly content: Buffer }
  | { readonly body: string }
);

interface Kind {
  readonly name: string;
  readonly types: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly remedy: string;
}

const PICTURE: Kind = {
  name: 'a picture (.jpg, .png or .webp)',
  types: { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' },
  maxBytes: 300_000,
  remedy: 'make it smaller, 800 pixels a side are enough',
};
const PDF: Kind = {
  name: 'a PDF (.pdf)',
  types: { '.pdf': 'application/pdf' },
  maxBytes: 10_000_000,
  remedy: 'make it smaller, or give an https address',
};

const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/webp': /^RIFF....WEBP/s,
  'application/pdf': /^%PDF-/,
};

export const PICTURE_BYTES = PICTURE.maxBytes;

/** Whole files: nothing may follow the end of a picture. */
const WHOLE: Readonly<Record<string, RegExp>> = {
  jpg: /^\xff\xd8\xff.*\xff\xd9$/s,
  png: /^\x89PNG\r\n.\n.*IEND\xae\x42\x60\x82$/s,
  webp: /^RIFF....WEBP/s,
};

/** The address of an uploaded picture, by its content; null for anything else, and for a picture that is too large. */
export function pictureAddress(content: Buffer): string | null {
  if (content.length > PICTURE_BYTES) return null;
  const bytes = content.toString('latin1');
  const [ending] = Object.entries(WHOLE).find(([, pattern]) => pattern.test(bytes)) ?? [];
  if (!ending || (ending === 'webp' && content.readUInt32LE(4) !== content.length - 8)) return null;
  return `/${FOLDER}/${sha256(content)}.${ending}`;
}

interface FileFact {
  readonly key: string;
  readonly name: string;
  readonly kind: Kind;
}

/** Replaces file names with addresses. @throws UserError for a file that is missing, too large or of another type */
export async function readOwnerFiles(
  siteConfig: string,
  site: Site,
): Promise<{ readonly site: Site; readonly files: readonly OwnerFile[] }> {
  const folder = join(dirname(siteConfig), FOLDER);
  const files: OwnerFile[] = [];
  const addressOf = async (fact: FileFact) => {
    if (fact.kind === PDF && isSecure(fact.name)) return fact.name;
    const file = await readOwnerFile(folder, fact);
    files.push(file);
    return file.path;
  };
  const { trainer, programmePdf, qualiopi } = site;
  const addressed = { ...site };
  const uploaded = uploadedPicture(trainer?.photo);
  if (uploaded) files.push(uploaded);
  else if (trainer?.photo !== undefined) {
    const photo = await addressOf({ key: 'trainer.photo', name: trainer.photo, kind: PICTURE });
    addressed.trainer = { ...trainer, photo };
  }
  if (programmePdf !== undefined) {
    addressed.programmePdf = await addressOf({ key: 'programmePdf', name: programmePdf, kind: PDF });
  }
  if (qualiopi !== undefined) {
    const certificate = await addressOf({ key: 'qualiopi.certificate', name: qualiopi.certificate, kind: PDF });
    addressed.qualiopi = { ...qualiopi, certificate };
  }
  return { site: addressed, files };
}

function uploadedPicture(photo = ''): OwnerFile | null {
  const [path, body, ending] = PICTURE_ADDRESS.exec(photo) ?? [];
  return path && body ? { path, body, contentType: PICTURE.types[`.${ending}`] ?? '' } : null;
}

async function readOwnerFile(folder: string, { key, name, kind }: FileFact): Promise<OwnerFile> {
  const contentType = kind.types[extname(name).toLowerCase()];
  if (!NAME.test(name) || !contentType) {
    const orAddress = kind === PDF ? ', or give an https address' : '';
    throw new UserError(
      `"${key}" is "${name}": name ${kind.name} of the folder ${folder}, with letters, digits, "-" and "_" in its name${orAddress}.`,
    );
  }
  const file = join(folder, name);
  const { size = 0 } = await stat(file).catch(() => ({ size: 0 }));
  if (size > kind.maxBytes) {
    throw new UserError(`"${key}" names ${file}, larger than ${kind.maxBytes / 1000} kB: ${kind.remedy}.`);
  }
  const content = await readFile(file).catch((cause: unknown) => {
    throw new UserError(`"${key}" names ${file}, which cannot be read: put the file there.`, { cause });
  });
  if (!BEGINNINGS[contentType]?.test(content.toString('latin1', 0, 16))) {
    throw new UserError(`"${key}" names ${file}, whose content is not a ${extname(name).slice(1)}: name ${kind.name}.`);
  }
  return { path: `/${FOLDER}/${name}`, contentType, content };
}

/** Stores the files as bodies. Without files there is no `files` key, so that the site data equals earlier data. */
export async function storeOwnerFiles(
  store: Store,
  files: readonly OwnerFile[],
): Promise<{ readonly files?: StoredFiles }> {
  if (files.length === 0) return {};
  const stored = files.map(async ({ path, contentType, ...file }) => [
    path,
    { body: 'body' in file ? file.body : await store.addBody(path, file.content), contentType },
  ]);
  return { files: Object.fromEntries(await Promise.all(stored)) };
}
