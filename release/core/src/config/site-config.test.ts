import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { shipped } from '../../tests/support/repository';
import { readSiteConfig } from './site-config';

let folder: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'site.json');
});

type Json = Record<string, unknown>;

async function readWith(change: (config: Json) => void) {
  const config = JSON.parse(await readFile(shipped, 'utf8')) as Json;
  change(config);
  await writeFile(file, JSON.stringify(config));
  return readSiteConfig(file);
}

test('accepts the site.json of the repository', async () => {
  const { site, backend } = await readSiteConfig(shipped);
  expect(site.email).toContain('@');
  expect(backend).toEqual({ url: '', anonKey: '' });
  expect(site).not.toHaveProperty('backend');
});

test('the video link is read apart from the site, whose facts everybody reads in the pages', async () => {
  const videoLink = 'https://visio.example/salle';
  const config = await readWith((written) => (written.videoLink = videoLink));
  expect(config.videoLink).toBe(videoLink);
  expect(JSON.stringify(config.site)).not.toContain('visio.example');
  await expect(readWith((written) => (written.videoLink = 'http://visio.example'))).rejects.toThrow(
    '"videoLink" must be an address that begins with https://',
  );
});

test('a missing or unknown key is an error that names it', async () => {
  await expect(readWith((config) => delete (config.publisher as Json).siren)).rejects.toThrow('publisher.siren');
  await expect(readWith((config) => ((config.hosting as Json).fax = ''))).rejects.toThrow('fax');
});

test.each([
  ['email', 'nobody', '"email" must be an e-mail address'],
  ['origin', 'example.com', '"origin" must be empty or an address'],
  ['origin', 'https://example.com/', '"origin" must not end with a slash'],
  ['phone', 33, 'phone'],
])('refuses %s = %j', async (key, value, message) => {
  await expect(readWith((config) => (config[key] = value))).rejects.toThrow(message);
});

test.each(['2026-02-30', '21/11/2026', '2026-11'])('refuses %s as a day', async (date) => {
  const refusal = /must be empty or a day of the calendar, as yyyy-MM-dd/;
  await expect(readWith((config) => ((config.training as Json).updatedOn = date))).rejects.toThrow(refusal);
  const testimonial = { name: 'Nom', role: '', text: 'Texte', date };
  await expect(readWith((config) => (config.testimonials = [testimonial]))).rejects.toThrow(refusal);
});

test('a missing file, or one that is not JSON, is an error that names it', async () => {
  await expect(readSiteConfig(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read: create it/);
  await writeFile(file, '{\n  "product": "a",\n}');
  await expect(readSiteConfig(file)).rejects.toThrow(/site\.json is not valid JSON: .* in line 3\.$/);
});
