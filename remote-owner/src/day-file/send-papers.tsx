import type { PaperName } from '@site/contract/day-papers';
import { Button, Icon } from '@site/shared-ui';
import { Mail } from 'lucide';
import type { ReservationFile } from '../api/wire';
import { papersMessage, sendPapers as words } from '../content/send-papers';
import { daysToRequest } from '../papers/deadlines';
import { followedMinutesOf } from '../papers/fields';
import { isTaught, paperState } from '../papers/paper-data';
import { mailLink } from '../view/contact-links';
import { paperTitle, usePaperData } from './use-file';

/** Papers that the client or the trainee signs. */
export const SIGNED: readonly PaperName[] = ['convention', 'emargement'];

interface SendLinkProps {
  readonly reservation: ReservationFile;
  /** At least one. */
  readonly papers: readonly PaperName[];
}

/** Opens the owner's mail application with a text. The owner attaches the files: no browser can. */
export function SendLink({ reservation, papers }: SendLinkProps) {
  const data = usePaperData(reservation);
  const { request, file, site } = data;
  const named = (names: readonly PaperName[]) =>
    names.map((name) => (name === 'facture' ? words.invoice : paperTitle(name, file)));
  const isOver = isTaught(data);
  const sheet = paperState('emargement', file);
  /**
   * Whether the mail asks for the signed sheet: the days are over, and the sheet goes out now or went out blank
   * before them.
   */
  const isSheetBack =
    isOver &&
    !sheet?.signedOn &&
    followedMinutesOf(data) !== 0 &&
    Boolean(sheet?.sentOn || papers.includes('emargement'));
  const message = papersMessage({
    person: request.name,
    days: request.confirmedDates,
    papers: named(papers),
    toSign: named(SIGNED.filter((paper) => (paper === 'emargement' ? isSheetBack : papers.includes(paper)))),
    toTick: papers.includes('convention') ? daysToRequest(data, data.today) : [],
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
