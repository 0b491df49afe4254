import { useSpace } from '../api/owner-api';
import { askForMails, toHost } from '../content/sharing';
import type { MailsLack } from '../content/space';
import { ShareMessage } from '../view/share-message';

/** A chunk of its own: most sites lack nothing of it. */
export function AskHostingCompany({ lacks }: { readonly lacks: MailsLack }) {
  return <ShareMessage label={toHost} message={askForMails(lacks, useSpace().host.site.product)} />;
}
