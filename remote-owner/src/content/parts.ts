import { AUTO_ROLLBACK } from '@site/contract/log-names';
import type { PartFailures } from '../api/release-answers';
import { upperFirst } from './dates';

const MENDED: Readonly<Record<string, string>> = {
  retry: '\u00a0: le deuxième essai a réussi',
  previous: '\u00a0: la version précédente s’est affichée',
  copy: '\u00a0: la page s’est affichée sans ses boutons',
};

/** Keyed by the code of what browsers report. */
const failureKinds: Readonly<Record<string, string>> = {
  network: 'un fichier n’est pas arrivé',
  timeout: 'un fichier est arrivé trop tard',
  integrity: 'un fichier reçu n’est pas celui de la version',
  'no-integrity': 'un fichier de la version ne peut pas être vérifié',
  'not-a-container': 'la version ne peut pas être ouverte',
  'no-page': 'la page manque dans la version',
  exception: 'une erreur dans la page',
  rejection: 'une erreur dans la page',
};

const failureOf = (code: string) =>
  // Anybody can report a failure with any code, for example `constructor`, which every object has.
  (Object.hasOwn(failureKinds, code) && failureKinds[code]) ||
  code.replace(/^http-(\d+)$/, 'le serveur a refusé un fichier (réponse\u00a0$1)');

const noLines: Readonly<Record<string, string>> = {
  'no-map': 'ligne inconnue, la version est enregistrée sans table des sources',
  'damaged-map': 'ligne inconnue, la table des sources de la version est abîmée',
  generated: 'ce code ne vient d’aucun fichier des sources',
};

interface Line {
  readonly count: number;
  /** File and line of the sources, or the position in the script. */
  readonly place: string;
  readonly noLine: string | null;
  /** The title of the other part that threw the error. */
  readonly thrownIn: string | null;
}

const MAX_COUNTED = 10_000;

function countRequests(count: number): string {
  if (count === 0) return 'aucune demande reçue';
  if (count > MAX_COUNTED) return 'plus de 10\u202f000\u00a0demandes reçues';
  return count === 1 ? '1\u00a0demande reçue' : `${count.toLocaleString('fr-FR')}\u00a0demandes reçues`;
}

export const parts = {
  title: 'Site',
  active: 'Parties du site',
  names: {
    shell: 'Cadre du site',
    landing: 'Accueil',
    booking: 'Réservation',
    contact: 'Contact',
    legal: 'Financement et pages légales',
    owner: 'Votre espace',
  } as Readonly<Record<string, string>>,
  version: (id: string) => `Version ${id}`,
  since: (moment: string) => `active depuis le ${moment}`,
  by: (who: string) => `par ${who}`,
  why: (why: string) => `«\u202f${why}\u202f»`,
  requests: (count: number) => `${upperFirst(countRequests(count))} avec cette version`,
  earlierRequests: (id: string, count: number) => `${upperFirst(countRequests(count))} avec la version ${id}`,
  journeysPassed: (count: number, moment: string, shell: string) =>
    `${count}\u00a0${count === 1 ? 'parcours vérifié' : 'parcours vérifiés'} dans un navigateur le ${moment}, avec le cadre ${shell}`,
  journeysFailed: (titles: string) => `Ne fonctionne pas\u00a0: ${titles}`,
  journeysNotRun: (count: number) =>
    `${count}\u00a0${count === 1 ? 'parcours pas encore vérifié' : 'parcours pas encore vérifiés'} avec cette version`,
  noFailures: 'Aucune panne signalée en un jour',
  unknownFailures: 'Pannes inconnues',
  failureRate: (failures: number, pages: number) =>
    `${failures}\u00a0${failures === 1 ? 'panne' : 'pannes'} pour ${pages}\u00a0pages ouvertes en un jour`,
  failureCount: (failures: number) => `${failures}\u00a0${failures === 1 ? 'panne' : 'pannes'} en un jour`,
  failureKind: ({ code, route, mended, count }: PartFailures['kinds'][number]) =>
    `${count}\u00a0× ${failureOf(code)}, sur ${route}${(mended && MENDED[mended]) ?? ''}`,
  lines: (commit: string) =>
    `Pour qui développe, où l’erreur s’est produite${commit ? ` (commit ${commit.slice(0, 10)})` : ''}\u00a0:`,
  /** The map may name the constructor of the error, which says nothing about the place. */
  linePlace: (file: string, line: number, name: string | null) =>
    `${file}, ligne\u00a0${line}${name && !name.endsWith('Error') ? ` (${name})` : ''}`,
  scriptPlace: (script: string, line: number, column: number) => `${script}, position\u00a0${line}:${column}`,
  line: ({ count, place, noLine, thrownIn }: Line) =>
    [
      `${count}\u00a0× ${place}`,
      ...(noLine ? [noLines[noLine] ?? 'ligne inconnue'] : []),
      ...(thrownIn ? [`erreur levée dans un script de «\u202f${thrownIn}\u202f»`] : []),
    ].join(' – '),
  watched: (networks: number, failing: number) =>
    `En observation\u00a0: ${networks}\u00a0${networks > 1 ? 'visiteurs' : 'visiteur'}, ${failing}\u00a0${failing > 1 ? 'pannes' : 'panne'}`,
  /** A hosted database counts no visits. */
  unwatched:
    'Les nouvelles versions ne sont pas observées ici\u00a0: la base de données, hébergée ailleurs, ne connaît pas les visites. Si une version échoue, le site ne revient pas de lui-même à la précédente\u00a0: ouvrez vos pages après chaque mise à jour, et revenez en arrière vous-même s’il le faut.',
  watchedUntil: (moment: string) => `Au plus tard jusqu’au ${moment}.`,
  watchDropped: (reports: number) =>
    reports > 1
      ? `${reports}\u00a0signalements de panne de trop n’ont pas été retenus`
      : `${reports}\u00a0signalement de panne de trop n’a pas été retenu`,
  watchPassed: (networks: number) => `Observation finie\u00a0: rien d’anormal chez ${networks}\u00a0visiteurs`,
  watchUnknown: 'Observation finie sans conclusion\u00a0: la version reste',
  watchFailing: 'Cette version échoue, et le site n’a pas pu revenir de lui-même à la précédente',
  rollback: 'Revenir à la version précédente',
  rollbackTitle: (name: string) => `Revenir en arrière\u00a0: ${name}\u202f?`,
  rollbackText: (from: string, to: string) =>
    `La version ${to} remplace la version ${from}. Les visiteurs l’ont dès leur prochain clic\u202f; aucune demande n’est perdue. La version ${from} reste enregistrée. Les mises à jour de cette partie sont suspendues jusqu’à ce que vous les repreniez ici.`,
  noPrevious: 'Il n’y a pas de version précédente.',
  reason: 'Pourquoi (pour le journal)',
  rolledBack: (name: string, id: string) => `${name}\u00a0: la version ${id} est active.`,
  held: (moment: string, who: string) => `Mises à jour suspendues depuis le ${moment}, par ${who}`,
  inactive: 'Cette partie n’est pas en ligne.',
  resume: 'Reprendre les mises à jour',
  resumeTitle: (name: string) => `Reprendre les mises à jour\u00a0: ${name}\u202f?`,
  resumeText:
    'Le site ne change pas tout de suite\u00a0: la version active reste en place. La prochaine version de cette partie pourra de nouveau être activée, même si rien n’est corrigé.',
  resumed: (name: string) => `${name}\u00a0: les mises à jour reprennent.`,
  withdraw: 'Retirer cette partie',
  withdrawTitle: (name: string) => `Retirer ${name}\u202f?`,
  withdrawText: 'Ses pages ne seront plus servies. Pour la remettre, il faut la réactiver depuis un terminal.',
  withdrawn: (name: string) => `${name}\u00a0: cette partie est retirée.`,
  preview: (id: string) => `Voir la version ${id} avant de l’activer`,
  /** @param kind of the hold that came with the way back */
  previewRolledBack: (id: string, kind: string | undefined) =>
    `Voir la version ${id}, ${kind === AUTO_ROLLBACK ? 'retirée parce qu’elle échouait' : 'retirée par le retour en arrière'}`,
  private: 'Visible de vous seul',
  /** Keyed by the last word of a problem's type. */
  problems: {
    held: 'Les mises à jour de cette partie sont suspendues\u00a0: reprenez-les d’abord.',
    refused: 'Le site refuse ce changement\u00a0: rien n’a changé. Prévenez la personne qui développe le site.',
    'not-checked':
      'Cette version n’a pas été essayée dans un navigateur\u00a0: prévenez la personne qui développe le site.',
    'too-large': 'C’est trop à la fois\u00a0: publiez en plusieurs fois.',
    'wrong-content': 'Ce fichier n’est pas une photo JPEG, PNG ou WebP.',
    'no-room': 'Le disque du site est presque plein\u00a0: prévenez la personne qui l’héberge.',
  } as Readonly<Record<string, string>>,
  changedMeanwhile: 'Le site a changé entre-temps\u00a0: regardez ce qui est actif, puis recommencez.',
  journal: 'Journal',
  journalEmpty: 'Aucun changement.',
  commands: {
    start: 'Premier démarrage',
    activate: 'Activation',
    rollback: 'Retour en arrière',
    revoke: 'Version interdite',
    deactivate: 'Retrait',
    hold: 'Mises à jour suspendues',
    resume: 'Mises à jour reprises',
    compose: 'Pages écrites à nouveau',
    'edit-facts': 'Textes modifiés',
    repair: 'Réparation',
  } as Readonly<Record<string, string>>,
  unavailable:
    'Les versions du site ne peuvent pas être changées d’ici\u00a0: le site est servi par un hébergement sans ce service.',
  opening: 'À faire avant l’ouverture',
  complete: 'Rien ne manque\u00a0: le site peut être public.',
  example: (value: string) => `«\u202f${value}\u202f» est un exemple`,
  shownAt: (places: string) => `Visible\u00a0: ${places}`,
} as const;

/** @param ownTitle of its first page, for a part that was added to the site */
export const partTitle = (name: string, ownTitle?: string | null): string => parts.names[name] ?? ownTitle ?? name;

/**
 * The reason of an automatic rollback has figures in English, for the team; the list of concerns has them for the
 * owner.
 */
export const reasonOf = (why: string, kind: string | undefined): string =>
  kind === AUTO_ROLLBACK ? 'la nouvelle version échouait chez des visiteurs' : why;

/** @param kind of the hold that the change placed: an automatic rollback has no person */
export const authorOf = (who: string, kind: string | undefined): string =>
  kind === AUTO_ROLLBACK ? 'le site lui-même' : who;
