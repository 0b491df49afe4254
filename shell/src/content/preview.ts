import type { ReleaseOrigin } from '@site/contract/release-index';

export const preview = {
  label: 'Aperçu d’une version',
  title: 'Aperçu\u00a0:',
  ofBranch: (release: string, branch: string) => `${release} (branche ${branch})`,
  isolated:
    'isolé du site, il ne garde ni vos choix ni ce que vous saisissez. N’y envoyez pas de vraie demande\u00a0: elle n’arriverait peut-être pas.',
  noSignIn: 'Vous ne pouvez pas vous y connecter\u00a0: n’y saisissez aucun code.',
  hasFailed: 'Cette version a échoué au moins une fois\u202f; une autre peut être à l’écran.',
  facts: 'vos textes',
  factsEnded: 'cet aperçu est fermé\u00a0: demandez-le de nouveau dans votre espace.',
  quit: 'Quitter l’aperçu',
  refusals: {
    malformed: 'l’adresse ne nomme aucune version d’une partie du site.',
    unknown: 'cette version n’existe pas.',
    'unknown-branch': 'aucune version n’a été publiée depuis cette branche.',
    revoked: 'cette version a été retirée.',
    incompatible: 'ces versions ne vont pas ensemble.',
    failed: 'cette page n’a pas pu être préparée avec cette version.',
    busy: 'd’autres aperçus sont en préparation\u202f; rechargez la page dans un instant.',
    unavailable: 'cet hébergement ne prépare pas d’aperçus.',
  },
  active: 'Vous voyez la version en ligne.',
} as const;

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
