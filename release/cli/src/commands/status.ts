import { requireState } from '@site/release-core/changes/decide';
import { activeSince } from '@site/release-core/store/history';
import { describeEntry } from '@site/release-core/store/index-entries';
import type { ReleaseLine } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { renderTable } from '@site/terminal/table';
import { age } from './age';
import type { Command } from './command';
import { describeFailures } from './describe-failures';
import { groupFailures, readIncidents } from './failures';

const HEAD = ['name', 'active', 'previous', 'published, not active', 'active for', 'size'];

export const status: Command = {
  usage: 'status',
  description: 'lists what is active, since when, what is published, and what failed in a day',
  minArguments: 0,
  isReadOnly: true,
  run: async ({ store, root }) => {
    const { entry, damaged } = await store.readState();
    const { seq, releases, deactivated = {}, data } = requireState(entry);
    const since = await activeSince(store, requireState(entry));
    const isElsewhere = data.backend.url !== '' && !process.env.DATABASE_URL;
    const report = isElsewhere ? null : await readIncidents(root);
    const names = await Promise.all(
      Object.entries(releases).map(([name, line]) => describe(store, { name, line, since: since[name] ?? null })),
    );
    const rows = names.map(
      ({ name, private: isPrivate, active, before: [previous], waiting, activeSince: from, size }) => [
        isPrivate ? `${name} (private)` : name,
        active,
        previous ?? '–',
        waiting[0] ?? '–',
        from === null ? '–' : age(from, new Date()),
        size ? `${(size.brotli / 1000).toFixed(1)} kB` : 'damaged',
      ],
    );
    const failures = report && (await groupFailures(store, report));
    const unknown = isElsewhere
      ? 'the hosted database has them, name it in DATABASE_URL.'
      : 'the database does not answer.';
    const failed =
      report && failures
        ? describeFailures(failures, report.reporters, new Date())
        : `Failures in a day: not known, ${unknown}`;
    return {
      text: [
        renderTable([HEAD, ...rows]),
        ...Object.entries(deactivated).map(
          ([
            name,
            {
              before: [last],
            },
          ]) => `${name} is not active; it had ${last ?? 'only revoked releases'}.`,
        ),
        `Change ${seq}.`,
        ...damaged.map(describeEntry),
        '',
        failed,
      ].join('\n'),
      json: { seq, names, deactivated, damaged, failures, reporters: report?.reporters ?? null },
    };
  },
};

interface NamedLine {
  readonly name: string;
  readonly line: ReleaseLine;
  readonly since: string | null;
}

async function describe(store: Store, { name, line, since }: NamedLine) {
  const { active, before: previous, revoked } = line;
  const release = await store.readIfIntact(name, active);
  const ids = await store.listIds(name);
  const others = ids.filter((id) => id !== active && !previous.includes(id) && !revoked.includes(id));
  const waiting = (await Promise.all(others.map((id) => store.readIfIntact(name, id)))).filter((one) => one !== null);
  return {
    name,
    ...(release?.private && { private: release.private }),
    active,
    activeSince: since,
    commit: release?.commit ?? null,
    before: previous.filter((id) => ids.includes(id)),
    revoked,
    waiting: waiting.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)).map(({ id }) => id),
    publishedAt: release?.publishedAt ?? null,
    size: release?.size ?? null,
  };
}
