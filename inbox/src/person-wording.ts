import { plural } from '@site/supabase/functions/_shared/content/plural';
import { sanitizeForTerminal } from '@site/terminal/terminal-text';
import type { Person } from './person';
import type { Removed } from './remove-requests';
import { formatDay, formatMoment } from '@site/supabase/functions/_shared/french-dates';
import { wording } from './wording';

const OUT_OF_REACH =
  'Restent hors d’atteinte\u00a0: les mails déjà reçus dans votre messagerie, le nom cité dans les mails d’autres demandes du même jour, les sauvegardes jusqu’à leur suppression, et les traces que PostgreSQL garde dans ses fichiers jusqu’à les recouvrir.';

export const personWording = {
  unknown: (address: string) => `Rien n’est conservé au sujet de ${sanitizeForTerminal(address.trim())}.`,
  mailUnderWay:
    'Un mail au sujet de cette personne part à cet instant\u00a0: rien n’est effacé, réessayez dans deux minutes.',
  preview: (address: string, person: Person, files: string[]) =>
    [
      `Conservé au sujet de ${sanitizeForTerminal(address.trim())}\u00a0:`,
      ...lines(person),
      ...files.map((file) => `  fichier mails/${sanitizeForTerminal(file)}`),
      'Rien n’est encore effacé\u00a0: ajoutez --yes pour tout effacer.',
      OUT_OF_REACH,
    ].join('\n'),
  erased: (removed: Removed) => [`Effacé\u00a0: ${listRemoved(removed)}.`, OUT_OF_REACH].join('\n'),
};

/** « 1 message, 2 réservations, … » */
export function listRemoved({ contacts, reservations, mails, files }: Removed): string {
  return [
    plural(contacts, 'message', 'messages'),
    plural(reservations, 'réservation', 'réservations'),
    plural(mails, 'mail en file', 'mails en file'),
    plural(files, 'fichier dans mails/', 'fichiers dans mails/'),
  ].join(', ');
}

function lines({ contacts, reservations }: Person): string[] {
  const line = (kind: 'contact' | 'reservation', { id, receivedAt }: { id: string; receivedAt: string }) =>
    `  ${wording.kind[kind].toLowerCase()} ${id.slice(0, 8)} du ${formatMoment(receivedAt)}`;
  const mails = [...contacts, ...reservations].reduce((sum, entry) => sum + entry.mails.length, 0);
  return [
    ...contacts.map((contact) => line('contact', contact)),
    ...reservations.map(
      (reservation) =>
        `${line('reservation', reservation)}\u00a0: ${reservation.dates.map(formatDay).join(', ') || wording.noDates}`,
    ),
    ...(mails > 0 ? [`  ${plural(mails, 'mail en file ou envoyé', 'mails en file ou envoyés')}`] : []),
  ];
}
