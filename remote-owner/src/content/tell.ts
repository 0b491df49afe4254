import type { Site } from '@site/contract/host';
import { TRAINING_HOURS } from '@site/contract/offer';
import type { Channel } from '../api/requests';
import { formatDay } from './dates';
import { isolated } from './names';

export const reach = {
  call: 'Appeler',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  /** Accessible names. They begin with what is visible. */
  names: {
    call: (phone: string) => `Appeler ${phone}`,
    sms: (phone: string) => `SMS au ${phone}`,
    whatsapp: (phone: string) => `WhatsApp au ${phone}`,
    email: (email: string) => `E-mail à ${email}`,
  },
} as const;

export const tell = {
  title: (name: string) => `Prévenir ${isolated(name)}`,
  hint: 'Le site n’écrit pas à cette personne\u00a0: votre application s’ouvre avec ce texte, et c’est vous qui l’envoyez. L’historique le note.',
  hintMailed:
    'Le site lui écrit une minute après la confirmation. Pour la prévenir aussi par message, votre application s’ouvre avec ce texte. L’historique le note.',
  by: { email: 'par e-mail', sms: 'par SMS', whatsapp: 'par WhatsApp' } satisfies Record<Channel, string>,
} as const;

const hour = (time: string) => {
  const [hours, minutes] = time.split(':');
  return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
};

/** « de 9 h à 17 h 30, heure de Paris » where the site knows the timetable. */
function hoursOf({ day }: Site): string {
  const [first, last] = [day?.[0], day?.at(-1)];
  return first && last ? `de ${hour(first.from)} à ${hour(last.to)}, heure de Paris` : `${TRAINING_HOURS}\u00a0heures`;
}

/** What the owner sends to a person whose days are confirmed. @param days yyyy-MM-dd, at least one */
export function confirmedMessage(site: Site, name: string, days: readonly string[]) {
  const about = `${hoursOf(site)}, à distance`;
  const [day = ''] = days;
  const confirmed =
    days.length === 1
      ? `Votre journée de formation est confirmée\u00a0: ${formatDay(day)} (${about}).`
      : `Vos journées de formation sont confirmées (chacune ${about})\u00a0:\n${days.map((day) => `–\u00a0${formatDay(day)}`).join('\n')}`;
  return {
    subject: `${days.length === 1 ? 'Votre journée est confirmée' : 'Vos journées sont confirmées'} – ${site.product}`,
    text: `Bonjour ${name},\n\n${confirmed}\n\nÀ bientôt,\n${site.trainer?.name ?? site.product}`,
  };
}
