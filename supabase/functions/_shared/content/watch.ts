import { type Line, typed } from '../body.ts';
import type { WatchConcern } from '../concern.ts';
import { plural } from './plural.ts';

/** The subject of a mail whose most urgent concern it is. */
export const watchSubject = {
  returned: 'une version a été retirée',
  'not-returned': 'une nouvelle version échoue',
  unattributed: 'des pages échouent',
  ambiguous: 'des pages ne démarrent plus',
  visits: 'la visite d’une nouvelle version a échoué',
} satisfies Record<WatchConcern['outcome'], string>;

/** What visitors saw, and what the site did. @param part as in « la réservation » */
export function watchLine(concern: WatchConcern, part: Line[number], at: string): Line {
  const { outcome, release, previous } = concern;
  const named = [part, ' (', typed(release), ')'];
  if (outcome === 'unattributed') {
    return [
      'Depuis la nouvelle version\u00a0: ',
      ...named,
      ', des pages échouent sans que la cause soit connue.',
      STAYED,
    ];
  }
  if (outcome === 'ambiguous') {
    return ['Des pages ne démarrent plus depuis deux changements à la fois, dont\u00a0: ', ...named, '.', STAYED];
  }
  if (outcome === 'visits') return ['La visite automatique du site a échoué avec\u00a0: ', ...named, '.', STAYED];
  const back =
    outcome === 'returned'
      ? [' Le site est revenu de lui-même à la version précédente (', typed(previous ?? ''), `) le ${at}.`]
      : [' Le site n’a pas pu revenir de lui-même à la version précédente.'];
  return ['Nouvelle version\u00a0: ', ...named, `. ${seen(concern)}`, ...back];
}

const STAYED = ' Rien n’a été changé.';

function seen({ because, served, live, reporters }: WatchConcern): string {
  if (because === 'silence' && served > live) {
    return live === 0
      ? `La page n’a démarré chez aucun des ${served} visiteurs.`
      : `La page n’a démarré que chez ${live} des ${served} visiteurs.`;
  }
  if (because === 'failures' && reporters > 0) {
    return `Une panne a été signalée par ${plural(reporters, 'visiteur')} sur ${Math.max(served, reporters)}.`;
  }
  return 'Une autre partie du même changement a échoué.';
}

/** What the owner can do. */
export const watchAdvice = {
  returned:
    'Les visiteurs ont de nouveau la version précédente, et aucune demande n’est perdue. Les mises à jour de cette partie sont suspendues jusqu’à ce que vous, ou son équipe, les repreniez (votre espace, Site, «\u00a0Reprendre les mises à jour\u00a0»). Transmettez ce message à l’équipe de cette partie.',
  'not-returned':
    'Transmettez ce message à l’équipe de cette partie. Dans votre espace (Site), vous pouvez revenir vous-même à une version précédente ou retirer la partie.',
  unattributed:
    'Ouvrez votre site pour voir s’il marche. S’il ne marche pas, revenez à la version précédente dans votre espace (Site), et prévenez la personne qui l’a changé.',
  ambiguous:
    'Ouvrez votre site pour voir s’il marche. S’il ne marche pas, revenez à la version précédente dans votre espace (Site), d’abord pour le cadre du site.',
  visits:
    'Ouvrez votre site pour voir s’il marche. S’il ne marche pas, revenez à la version précédente dans votre espace (Site).',
} satisfies Record<WatchConcern['outcome'], string>;
