import { durationOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';

interface FileDetails {
  /** What makes the days binding. */
  readonly binding: string;
  readonly manageLink?: string | undefined;
}

export const calendarFile = {
  /** Confirmed days name their file as the mails do. @param days yyyy-MM-dd */
  name: (isConfirmed: boolean, days: readonly string[]) =>
    isConfirmed ? `${['formation', ...days].join('-')}.ics` : 'demande-de-dates.ics',
  link: (dates: number, isConfirmed: boolean) =>
    `${dates === 1 ? 'Ajouter la date à mon agenda' : `Ajouter les ${dates} dates à mon agenda`}${isConfirmed ? '' : ' (à confirmer)'}`,
  place: ({ videoTool }: Site) => (videoTool ? `À distance (${videoTool})` : 'À distance'),
  texts: ({ product, email, phone, day }: Site, isConfirmed: boolean, { binding, manageLink }: FileDetails) =>
    ({
      product,
      summary: isConfirmed ? `Formation\u00a0: ${product}` : `${product} – demande en attente de confirmation`,
      description: [
        `Journée de formation à distance, ${durationOf(day)}.`,
        `${isConfirmed ? 'Jour confirmé' : 'Demande en attente de confirmation'}\u00a0: ${binding}`,
        phone ? `Contact\u00a0: ${email}, ${phone}` : `Contact\u00a0: ${email}`,
        ...(manageLink ? [`Gérer ma demande\u00a0: ${manageLink}`] : []),
      ].join('\n'),
      status: isConfirmed ? 'CONFIRMED' : 'TENTATIVE',
    }) as const,
} as const;
