import type { HeldRetention, RetentionRun } from '@site/backend/retention';
import { plural } from '@site/supabase/functions/_shared/content/plural';
import { retentionReason, retentionResumes } from '@site/supabase/functions/_shared/content/retention';
import { formatMoment } from '@site/supabase/functions/_shared/french-dates';

export const retentionWording = {
  nothing: 'Aucune suppression automatique n’attend votre confirmation.',
  held: ({ requests, total, reason, since, lastRunAt, resumesAt }: HeldRetention) =>
    [
      `La suppression automatique est suspendue depuis le ${formatMoment(since)}\u00a0: elle supprimerait ${plural(requests, 'demande')} sur ${total}.`,
      retentionReason[reason](lastRunAt && formatMoment(lastRunAt)),
      'Vérifiez la date de la machine. Si elle est juste, confirmez\u00a0: «\u00a0npx pnpm inbox retention --confirm\u00a0».',
      retentionResumes(formatMoment(resumesAt)),
    ].join('\n'),
  removed: ({ requests, mails, incidents, files }: RetentionRun['removed']) =>
    `Supprimé\u00a0: ${[
      plural(requests, 'demande'),
      plural(mails, 'mail en file', 'mails en file'),
      plural(incidents, 'incident'),
      plural(files, 'fichier dans mails/', 'fichiers dans mails/'),
    ].join(', ')}.`,
};
