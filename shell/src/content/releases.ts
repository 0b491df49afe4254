import type { ReleaseOrigin } from '@site/contract/release-index';

const COMMIT_SHOWN = 10;

const moment = (iso: string) =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }).format(
    new Date(iso),
  );

export const releases = {
  label: 'Versions de cette page',
  frame: 'Cadre du site\u00a0:',
  content: 'Contenu\u00a0:',
  release: (name: string, id: string, { since = null, commit = '' }: Partial<ReleaseOrigin> = {}) =>
    [
      `${name} ${id}`,
      ...(since ? [`en ligne depuis le ${moment(since)}`] : []),
      ...(commit ? [`commit ${commit.slice(0, COMMIT_SHOWN)}`] : []),
    ].join(', '),
  hasFailed: 'Une version a échoué au moins une fois\u202f; la précédente peut être à l’écran.',
  quit: 'Masquer les versions',
} as const;
