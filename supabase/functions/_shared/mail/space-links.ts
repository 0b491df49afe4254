import type { Action, Block } from '../body.ts';
import type { RequestMail } from '../claimed-mail.ts';
import { spaceWording } from '../content/space.ts';
import { typedPhone } from './visitor-address.ts';

const SPACE = '/espace';

/** Links to the owner's space. A link only opens it; the action needs sign-in and a click there. */
export interface SpaceLinks {
  readonly all: string;
  readonly request: (id: string) => string;
  readonly confirm: (id: string) => string;
}

/** Null when the site's address is unknown. */
export function spaceLinks(origin: string): SpaceLinks | null {
  const site = URL.canParse(origin) ? new URL(origin) : null;
  if (!site || !/^https?:$/.test(site.protocol)) return null;
  const link = (query: Record<string, string>) => {
    const url = new URL(SPACE, site.origin);
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };
  return {
    all: link({}),
    request: (id) => link({ demande: id }),
    confirm: (id) => link({ demande: id, action: 'confirmer' }),
  };
}

/** One main button; the others are quiet. After a change by the visitor, the space asks which days are to be confirmed. */
export function requestActions({ kind, detail }: RequestMail, links: SpaceLinks | null): Block[] {
  const dialled = detail.phone ? typedPhone(detail.phone).href : undefined;
  const call: Action[] = dialled ? [{ label: spaceWording.call, href: dialled, isQuiet: true }] : [];
  if (!links) {
    return [
      { kind: 'line', line: [spaceWording.withoutOrigin] },
      ...(dialled ? [{ kind: 'actions', actions: call } as const] : []),
    ];
  }
  const waits = kind !== 'change' && detail.status === 'nouvelle' && detail.dates.length > 0;
  const look = { label: spaceWording.look, href: links.request(detail.id), isQuiet: waits };
  const confirm = { label: spaceWording.confirm, href: links.confirm(detail.id) };
  return [{ kind: 'actions', actions: [...(waits ? [confirm] : []), look, ...call] }];
}
