import type { Unread } from '../api/own-calendar';
import { isolated } from './names';

const failures: Readonly<Record<string, string>> = {
  forbidden: 'l’adresse mène à un endroit que le site ne lit pas',
  away: 'l’adresse ne répond pas',
  slow: 'la réponse est trop lente',
  refused: 'l’adresse n’existe plus, ou l’agenda n’est plus partagé',
  error: 'le service de l’agenda répond par une erreur',
  moved: 'l’adresse renvoie trop de fois ailleurs',
  'too-large': 'l’agenda dépasse 20\u00a0Mo',
  'no-calendar': 'l’adresse ne donne pas un agenda',
  unreadable: 'l’agenda est illisible',
  'too-complex': 'l’agenda est trop long à lire',
};

const closedDays = (days: number) => {
  if (days === 0) return 'aucun jour occupé';
  return days === 1 ? '1\u00a0jour fermé' : `${days}\u00a0jours fermés`;
};

function namesOf({ count, names }: Unread): string {
  const quoted = names.map((name) => (name.trim() ? `«\u202f${isolated(name.trim())}\u202f»` : 'sans titre'));
  const more = count - names.length;
  const others = more > 0 ? [`${more}\u00a0${more === 1 ? 'autre' : 'autres'}`] : [];
  return new Intl.ListFormat('fr').format([...quoted, ...others]);
}

export const ownCalendar = {
  title: 'Votre agenda personnel',
  intro:
    'Le site peut lire votre agenda et fermer les jours où vous êtes occupé, même une heure. Il le lit toutes les quinze minutes, n’y écrit rien, et ne garde que les jours et le nom des rendez-vous qu’il n’a pas pu lire.',
  address: 'Adresse de votre agenda',
  hint: 'Une adresse en https. Elle reste secrète\u00a0: elle ne sera plus affichée.',
  where: 'Où trouver cette adresse',
  programs: [
    {
      name: 'Google Agenda',
      text: 'sur un ordinateur, dans les paramètres de l’agenda, «\u202fAdresse secrète au format iCal\u202f».',
    },
    {
      name: 'Outlook',
      text: 'sur le web, Paramètres, Calendrier, Calendriers partagés\u00a0: publiez le calendrier et copiez le lien ICS.',
    },
    {
      name: 'iCloud',
      text: 'dans Calendrier, les informations de l’agenda, «\u202fCalendrier public\u202f»\u00a0: copiez le lien. Toute personne qui le possède peut lire l’agenda.',
    },
  ],
  connect: 'Connecter',
  connected: (host: string, moment: string) => `Connecté à ${host} depuis le ${moment}.`,
  reading: 'Lecture en cours…',
  notRead: 'Pas encore lu.',
  read: (moment: string, days: number) => `Lu le ${moment}\u00a0: ${closedDays(days)}.`,
  failed: (why: string) => `La lecture a échoué\u00a0: ${failures[why] ?? failures.error}.`,
  failedSince: (moment: string, why: string) =>
    `Lu le ${moment}\u202f; la dernière lecture a échoué\u00a0: ${failures[why] ?? failures.error}.`,
  unread: ({ count, names }: Unread) =>
    `${count === 1 ? '1\u00a0rendez-vous n’a pas pu être lu' : `${count}\u00a0rendez-vous n’ont pas pu être lus`} en entier\u00a0: ${namesOf({ count, names })}. Le site ferme les jours qu’il a pu y lire\u202f; vérifiez les autres.`,
  kept: (days: number) => (days === 1 ? 'Le jour fermé reste fermé.' : `Les ${days}\u00a0jours fermés le restent.`),
  lost: 'Après une restauration, le site n’a plus l’adresse de cet agenda. Les jours qu’il fermait restent fermés\u00a0: connectez-le de nouveau, ou rouvrez-les.',
  readNow: 'Lire maintenant',
  change: 'Changer l’adresse',
  disconnect: 'Déconnecter',
  reopen: 'Rouvrir ces jours',
  disconnectTitle: 'Déconnecter votre agenda\u202f?',
  disconnectText: (days: number) => {
    if (days === 0) return 'Le site ne le lira plus.';
    return days === 1
      ? 'Le jour qu’il ferme sera de nouveau proposé sur le site.'
      : `Les ${days}\u00a0jours qu’il ferme seront de nouveau proposés sur le site.`;
  },
  disconnected: 'Votre agenda est déconnecté.',
} as const;
