import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishAltered } from '@site/release-dev/tests/packed-server';

const SCRIPT = 'hostile-script.js';

// Opened by themselves, these would run a script or lead elsewhere.
const PAGE = `<meta http-equiv="refresh" content="0;url=/contact?taken"><base href="https://evil.example/">
<title>file</title><script>document.title = 'ran'</script><script src="./${SCRIPT}"></script>
<form action="/rest/v1/contacts" method="post"><button autofocus>Envoyer</button></form>`;
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>file</title>
<script>document.title = 'ran'</script><script src="./${SCRIPT}"></script></head><body/></html>`;
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><title>file</title>
<script>document.querySelector('title').textContent = 'ran'</script><script href="./${SCRIPT}"/></svg>`;

interface HostileRelease {
  /** Shows its preview. The attribute `data-outcomes` of the page then says what its code reached. */
  readonly preview: string;
  readonly files: readonly string[];
}

interface Target {
  readonly origin: string;
  /** The requests that it tries to store have this address. */
  readonly email: string;
}

/** Publishes a contact page with hostile code, with a grant that may not activate it. */
export async function publishHostile({ origin, email }: Target): Promise<HostileRelease> {
  const code = (await readFile(join(import.meta.dirname, SCRIPT), 'utf8')).replaceAll('EMAIL', email);
  const files = { 'hostile.html': PAGE, 'hostile.xhtml': XHTML, 'hostile.svg': DRAWING, [SCRIPT]: code };
  // It is as short as other ids: the owner's space lists failures of previews.
  const ending = randomUUID().slice(0, 8);
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  const { id, entry } = await publishAltered({ origin, dataDir, name: 'contact', ending, code, files });
  return {
    preview: `/contact?release=contact@${id}`,
    files: [...Object.keys(files), entry].map((file) => `/r/contact/${id}/${file}`),
  };
}
