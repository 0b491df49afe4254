import { areDaysOver } from '@site/contract/day-hours';
import type { PaperName } from '@site/contract/day-papers';
import { Button, Icon, todayInParis } from '@site/shared-ui';
import { Mail } from 'lucide';
import { useSpace } from '../api/owner-api';
import type { ReservationFile } from '../api/wire';
import { papersMessage, sendPapers as words } from '../content/send-papers';
import { daysToRequest } from '../papers/deadlines';
import { followedMinutesOf } from '../papers/fields';
import { paperState } from '../papers/paper-data';
import { mailLink } from '../view/contact-links';
import { paperTitle } from './use-file';

/** Papers that the client or the trainee signs. */
export const SIGNED: readonly PaperName[] = ['convention', 'emargement'];

interface SendLinkProps {
  readonly reservation: ReservationFile;
  /** At least one. */
  readonly papers: readonly PaperName[];
}

/** Opens the owner's mail application with a text. The owner attaches the files: no browser can. */
export function SendLink({ reservation: { request, file }, papers }: SendLinkProps) {
  const { site } = useSpace().host;
  const named = (names: readonly PaperName[]) =>
    names.map((name) => (name === 'facture' ? words.invoice : paperTitle(name, file)));
  const today = todayInParis();
  const isOver = areDaysOver(request.confirmedDates, today);
  const sheet = paperState('emargement', file);
  /**
   * Whether the mail asks for the signed sheet: the days are over, and the sheet goes out now or went out blank
   * before them.
   */
  const isSheetBack =
    isOver &&
    !sheet?.signedOn &&
    followedMinutesOf({ request, file }) !== 0 &&
    Boolean(sheet?.sentOn || papers.includes('emargement'));
  const message = papersMessage({
    person: request.name,
    days: request.confirmedDates,
    papers: named(papers),
    toSign: named(SIGNED.filter((paper) => (paper === 'emargement' ? isSheetBack : papers.includes(paper)))),
    toTick: papers.includes('convention') ? daysToRequest({ request, file, site, today }, today) : [],
    ofHalfDays: named(papers.filter((paper) => paper === 'emargement' && !isOver)),
    trainer: site.trainer?.name ?? site.product,
  });
  return (
    <Button asChild variant="quiet">
      <a href={mailLink(request.email, message)}>
        <Icon of={Mail} />
        {words.link}
      </a>
    </Button>
  );
}
