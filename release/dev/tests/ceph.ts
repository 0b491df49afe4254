import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { S3Location } from '@site/release-core/store/s3/s3-location';
import { findFreePorts } from '@site/release-server/start/listen';
import { AwsV4Signer } from 'aws4fetch';

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-mgr', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const KEY = { accessKeyId: 'CEPHEXAMPLE', secretAccessKey: 'ceph/example+secret' };
const BUCKET = 'site';
const START_MS = 120_000;
const POLL_MS = 200;

export const isCephInstalled = () => PROGRAMS.every((program) => existsSync(join('/usr/bin', program)));

export interface Ceph {
  readonly location: (prefix: string) => S3Location;
  readonly end: () => Promise<void>;
}

export async function startCeph(tries = 3): Promise<Ceph> {
  try {
    return await startOnce();
  } catch (error) {
    // Its disk is sometimes refused when another Ceph starts on the same machine.
    if (tries === 1) throw error;
    return startCeph(tries - 1);
  }
}

async function startOnce(): Promise<Ceph> {
  const folder = mkdtempSync(join(tmpdir(), 'ceph-'));
  const [monitor = 0, gateway = 0] = await findFreePorts(2);
  const run = commandsIn(folder);
  const end = async () => {
    await endDaemons(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await startDaemons(folder, { monitor, gateway, run });
    await run('radosgw-admin', 'user', 'create', '--uid=site', '--display-name=site', ...keyWords());
    const endpoint = `http://127.0.0.1:${gateway}`;
    const location = (prefix: string): S3Location => ({
      ...KEY,
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix,
      sessionToken: undefined,
      variables: '',
    });
    await makeBucket(location(''));
    return { location, end };
  } catch (error) {
    await end();
    throw error;
  }
}

const keyWords = () => [`--access-key=${KEY.accessKeyId}`, `--secret-key=${KEY.secretAccessKey}`];

type Run = (program: string, ...words: string[]) => Promise<unknown>;

function commandsIn(folder: string): Run {
  const config = join(folder, 'ceph.conf');
  return (program, ...words) => {
    const given = program === 'monmaptool' ? words : ['-c', config, ...words];
    return promisify(execFile)(join('/usr/bin', program), given, { cwd: folder, timeout: START_MS });
  };
}

interface Daemons {
  readonly monitor: number;
  readonly gateway: number;
  readonly run: Run;
}

async function startDaemons(folder: string, { monitor, gateway, run }: Daemons) {
  const [cluster, disk] = [randomUUID(), randomUUID()];
  for (const name of ['run', 'mon', 'mgr', 'osd', 'rgw']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'ceph.conf'), configOf(folder, { cluster, monitor, gateway }));
  const map = join(folder, 'monmap');
  await run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, map);
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  await run('ceph-mon', '-i', 'a');
  await run('ceph-mgr', '-i', 'x');
  await run('ceph', 'osd', 'new', disk);
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  await run('ceph-osd', '-i', '0');
  await run('radosgw', '-n', 'client.rgw');
  await until(() => fetch(`http://127.0.0.1:${gateway}/`).then(({ ok }) => ok));
}

interface Cluster extends Pick<Daemons, 'monitor' | 'gateway'> {
  readonly cluster: string;
}

const configOf = (folder: string, { cluster, monitor, gateway }: Cluster) => `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitor}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
ms bind msgr2 = false
ms bind ipv6 = false
public addr = 127.0.0.1
osd objectstore = memstore
memstore device bytes = 536870912
osd class update on start = false
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/run/$name.log
mon data = ${folder}/mon
mgr data = ${folder}/mgr
osd data = ${folder}/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1
rgw data = ${folder}/rgw
`;

/** Ends only the daemons of this folder, found by their pid files. */
async function endDaemons(folder: string) {
  const run = join(folder, 'run');
  const files = existsSync(run) ? readdirSync(run).filter((name) => name.endsWith('.pid')) : [];
  const ids = files.map((file) => Number(readFileSync(join(run, file), 'utf8'))).filter((id) => id > 1);
  const isOurs = (id: number) =>
    existsSync(`/proc/${id}/cmdline`) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(folder);
  // SIGKILL, since their data are in memory and not needed.
  for (const id of ids) if (isOurs(id)) process.kill(id, 'SIGKILL');
  await until(async () => !ids.some(isOurs));
}

async function until(holds: () => Promise<boolean>) {
  const giveUpAt = Date.now() + START_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > giveUpAt) throw new Error('Ceph did not start or end in time.');
    await delay(POLL_MS);
  }
}

async function makeBucket({ endpoint, bucket, accessKeyId, secretAccessKey, region }: S3Location) {
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  });
  const { url, method, headers } = await signer.sign();
  const { ok, status } = await fetch(url, { method, headers });
  if (!ok) throw new Error(`The bucket was not made: ${status}`);
}
