import { Box, Button, Card, Flex, Icon, Text } from '@site/shared-ui';
import { fieldId } from '@site/shared-ui/form';
import { CircleAlert, Printer } from 'lucide';
import type { ReservationFile } from '../api/wire';
import { formatDayAndTime } from '../content/dates';
import { dayFile } from '../content/day-file';
import { writeFeedback } from '../papers/feedback';
import { Rows } from '../view/cards';
import { TitledSection, ViewTitle } from '../view/frame';
import { ButtonLink, currentView, FEEDBACK } from '../view/view-address';
import { PaperSheet } from './paper-sheet';
import { BackToFile, useDocumentTitle } from './paper-view';
import { usePaperData } from './use-file';

const words = dayFile.feedback;

/** The answers on a sheet, for an audit: nobody sends or signs it. */
export function FeedbackPrint({ reservation }: { readonly reservation: ReservationFile }) {
  const paper = writeFeedback(usePaperData(reservation));
  useDocumentTitle(paper.title, reservation);
  return (
    <>
      <BackToFile />
      <ViewTitle>{paper.title}</ViewTitle>
      <Button alignSelf="flex-start" variant="primary" onClick={() => window.print()}>
        {dayFile.print}
      </Button>
      <PaperSheet paper={paper} />
    </>
  );
}

/** The score, of five, from which down a trainer has to react. */
const LOW_SCORE = 2;

export function FeedbackSection({ file: { feedback, answeredAt } }: Pick<ReservationFile, 'file'>) {
  const { title, answered, questions, score, low, remark, print } = words;
  if (!feedback) return null;
  const isLow = (question: string) => feedback[question as keyof typeof questions] <= LOW_SCORE;
  const lowOnes = Object.entries(questions).filter(([question]) => isLow(question));
  return (
    <Card>
      <TitledSection id={fieldId(`file-${FEEDBACK}`)} title={title} tabIndex={-1}>
        {answeredAt && <Text>{answered(formatDayAndTime(answeredAt))}</Text>}
        {lowOnes.length > 0 && (
          <Flex role="note" gap="3" color="alarm">
            <Icon of={CircleAlert} />
            <Text minWidth="0">{low(lowOnes.map(([, label]) => label))}</Text>
          </Flex>
        )}
        <Rows
          gap="0"
          rows={Object.entries(questions).map(([question, label]) => ({
            label,
            value: score(feedback[question as keyof typeof questions]),
            isBad: isLow(question),
          }))}
        />
        {feedback.remark && (
          <Box as="dl">
            <Text as="dt" fontWeight="semibold">
              {remark}
            </Text>
            <Text as="dd" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {feedback.remark}
            </Text>
          </Box>
        )}
        <ButtonLink to={{ ...currentView(), paper: FEEDBACK }} icon={Printer}>
          {print}
        </ButtonLink>
      </TitledSection>
    </Card>
  );
}
