import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';

const PATIENCE_MS = 5000;
/** Errors of a name that does not exist, or has no such record. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/**
 * `several`: receivers then ignore all of them. `unknown`: the domain has keys, under names that only its mail provider
 * knows. `away`: no name server answered.
 */
type RecordState = 'set' | 'missing' | 'several' | 'unknown' | 'away';

/** DNS records by which receivers recognise that mails of the site come from its domain. */
export interface MailRecords {
  /** Domain of the sender's address; null without one. */
  readonly domain: string | null;
  readonly records: readonly MailRecord[];
}

interface MailRecord {
  readonly kind: 'spf' | 'dkim' | 'dmarc';
  /** Name of the record, whether it exists or not. */
  readonly name: string;
  readonly state: RecordState;
  readonly found: readonly string[];
}

/** Asks the name servers. Takes five seconds at most. @param from `Name <a@b>` or `a@b` */
export async function readMailRecords(from: string | undefined, servers?: readonly string[]): Promise<MailRecords> {
  const domain = domainToASCII(/@([^@>\s]+)>?\s*$/.exec(from ?? '')?.[1] ?? '');
  if (domain === '') return { domain: null, records: [] };
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (servers) resolver.setServers(servers);
  const end = setTimeout(() => resolver.cancel(), PATIENCE_MS);
  try {
    return { domain, records: await Promise.all([readSpf, readDkim, readDmarc].map((read) => read(resolver, domain))) };
  } finally {
    clearTimeout(end);
  }
}

async function readSpf(resolver: Resolver, name: string): Promise<MailRecord> {
  return recordOf('spf', name, await textsAt(resolver, name, /^v=spf1(\s|$)/i));
}

/** A key is at `<selector>._domainkey`. Selectors cannot be listed, but without keys `_domainkey` does not exist. */
async function readDkim(resolver: Resolver, domain: string): Promise<MailRecord> {
  const name = `_domainkey.${domain}`;
  const code = await resolver.resolveTxt(name).then(
    () => 'ENODATA',
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
  const state = code === 'ENOTFOUND' ? 'missing' : code === 'ENODATA' ? 'unknown' : 'away';
  return { kind: 'dkim', name, state, found: [] };
}

/** A DMARC record of a domain also counts for its subdomains. */
async function readDmarc(resolver: Resolver, domain: string): Promise<MailRecord> {
  for (let from = domain; from.includes('.'); from = from.slice(from.indexOf('.') + 1)) {
    const texts = await textsAt(resolver, `_dmarc.${from}`, /^v=DMARC1\s*(;|$)/i);
    if (texts?.length !== 0) return recordOf('dmarc', `_dmarc.${from}`, texts);
  }
  return recordOf('dmarc', `_dmarc.${domain}`, []);
}

function recordOf(kind: MailRecord['kind'], name: string, found: readonly string[] | null): MailRecord {
  if (!found) return { kind, name, state: 'away', found: [] };
  if (found.length === 0) return { kind, name, state: 'missing', found };
  return { kind, name, state: found.length === 1 ? 'set' : 'several', found };
}

/** Null when no name server answers. */
async function textsAt(resolver: Resolver, name: string, wanted: RegExp): Promise<readonly string[] | null> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join('')).filter((text) => wanted.test(text));
  } catch (error) {
    return NO_RECORD.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}
