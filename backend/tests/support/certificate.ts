import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Certificate } from './mail-server';

/** Makes a self-signed certificate, by default for localhost. Clients that trust it read `file`. */
export function makeCertificate(host = 'localhost'): Certificate & { file: string } {
  const folder = temporaryFolder();
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const about = [`subjectAltName=DNS:${host},IP:127.0.0.1`, 'basicConstraints=critical,CA:FALSE'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', `/CN=${host}`, '-keyout', key, '-out', file])
      .concat(about.flatMap((extension) => ['-addext', extension])),
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}
