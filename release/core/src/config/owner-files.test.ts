import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { memoryStore } from '../../tests/support/memory-store';
import { shipped } from '../../tests/support/repository';
import { UserError } from '../user-error';
import { storeOwnerFiles } from './owner-files';
import { readSiteConfig } from './site-config';

let folder: string;

const JPEG = Buffer.from('\xff\xd8\xff\xe0picture', 'latin1');
const PDF = Buffer.from('%PDF-1.7 programme');
const WEBP = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1');

beforeEach(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, 'fichiers'));
});

const put = (name: string, content: Buffer | string) => writeFile(join(folder, 'fichiers', name), content);

async function read(facts: object) {
  const config = JSON.parse(await readFile(shipped, 'utf8')) as object;
  const file = join(folder, 'site.json');
  await writeFile(file, JSON.stringify({ ...config, ...facts }));
  return readSiteConfig(file);
}

const trainerWith = (photo: string) => ({ trainer: { name: 'Ada Martin', path: 'Dix ans en agence.', photo } });
const qualiopiWith = (certificate: string) => ({ qualiopi: { category: 'Actions de formation', certificate } });

test('files next to site.json get an address of the site, a type and their content', async () => {
  await put('Ada-Martin.jpg', JPEG);
  await put('programme.pdf', PDF);
  await put('certificat.pdf', PDF);
  await put('not-named.pdf', PDF);
  const { site, files } = await read({
    ...trainerWith('Ada-Martin.jpg'),
    ...qualiopiWith('certificat.pdf'),
    programmePdf: 'programme.pdf',
  });
  expect(site.trainer).toEqual({
    name: 'Ada Martin',
    path: 'Dix ans en agence.',
    photo: '/fichiers/Ada-Martin.jpg',
  });
  expect(site.programmePdf).toBe('/fichiers/programme.pdf');
  expect(site.qualiopi?.certificate).toBe('/fichiers/certificat.pdf');
  expect(files).toEqual([
    { path: '/fichiers/Ada-Martin.jpg', contentType: 'image/jpeg', content: JPEG },
    { path: '/fichiers/programme.pdf', contentType: 'application/pdf', content: PDF },
    { path: '/fichiers/certificat.pdf', contentType: 'application/pdf', content: PDF },
  ]);
});

test.each([
  ['a.jpeg', JPEG, 'image/jpeg'],
  ['a.png', Buffer.from('\x89PNG\r\n', 'latin1'), 'image/png'],
  ['a.webp', WEBP, 'image/webp'],
  ['A.JPG', JPEG, 'image/jpeg'],
])('%s is a photo', async (name, content, contentType) => {
  await put(name, content);
  expect((await read(trainerWith(name))).files).toMatchObject([{ contentType }]);
});

test('a PDF may have an https address, and is then not read', async () => {
  const elsewhere = 'https://atelier.example/programme.pdf';
  const { site, files } = await read({ ...qualiopiWith(elsewhere), programmePdf: elsewhere });
  expect([site.programmePdf, site.qualiopi?.certificate, files]).toEqual([elsewhere, elsewhere, []]);
});

test.each(['../programme.pdf', '.hidden.pdf', 'two words.pdf', 'programme.html', 'javascript:alert(1)//.pdf'])(
  'readOwnerFiles refuses the programme %j before it reads anything',
  async (programmePdf) => {
    await put('programme.pdf', PDF);
    await writeFile(join(folder, 'programme.pdf'), PDF);
    await expect(read({ programmePdf })).rejects.toThrow(
      `"programmePdf" is "${programmePdf}": name a PDF (.pdf) of the folder ${join(folder, 'fichiers')}`,
    );
  },
);

test.each(['photo.svg', 'photo.html', 'photo.pdf', 'https://elsewhere.example/photo.jpg'])(
  'readOwnerFiles refuses the photo %s, because pages load pictures only from this site',
  async (photo) => {
    await expect(read(trainerWith(photo))).rejects.toThrow(
      /"trainer\.photo" is .*: name a picture \(\.jpg, \.png or \.webp\) of the folder .* in its name\.$/,
    );
  },
);

test('readOwnerFiles refuses a file that is missing, is a folder, is too large or has other content', async () => {
  const fault = async (facts: object) => {
    const error = await read(facts).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  };
  expect(await fault(trainerWith('none.jpg'))).toMatch(/none\.jpg, which cannot be read: put the file there\.$/);
  await mkdir(join(folder, 'fichiers/folder.jpg'));
  expect(await fault(trainerWith('folder.jpg'))).toMatch(/folder\.jpg, which cannot be read: put the file there\.$/);
  await put('huge.jpg', Buffer.concat([JPEG, Buffer.alloc(300_000)]));
  expect(await fault(trainerWith('huge.jpg'))).toMatch(/huge\.jpg, larger than 300 kB: make it smaller/);
  await put('page.jpg', '<script>alert(1)</script>');
  expect(await fault(trainerWith('page.jpg'))).toMatch(/page\.jpg, whose content is not a jpg: name a picture/);
  await put('page.pdf', '<html>');
  expect(await fault({ programmePdf: 'page.pdf' })).toMatch(/page\.pdf, whose content is not a pdf: name a PDF/);
});

test('readOwnerFiles stores files under their hash, and adds no key for a site without files', async () => {
  const store = memoryStore();
  const file = { path: '/fichiers/programme.pdf', contentType: 'application/pdf', content: PDF };
  const { files = {} } = await storeOwnerFiles(store, [file]);
  const stored = files[file.path];
  expect(stored?.contentType).toBe('application/pdf');
  expect(await store.readBody(stored?.body ?? '')).toEqual(PDF);
  expect(await storeOwnerFiles(store, [])).toEqual({});
});
