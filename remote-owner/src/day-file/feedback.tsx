import { Box, Button, Card, Flex, Icon, Text } from '@site/shared-ui';
import { fieldId } from '@site/shared-ui/form';
import { CircleAlert, Printer } from 'lucide';
import type { ReservationFile } from '../api/wire';
import { formatDayAndTime } from '../content/dates';
import { dayFile } from '../content/day-file';
import { writeFeedback } from '../papers/feedback';
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
        <Box as="dl">
          {Object.entries(questions).map(([question, label]) => (
            <Flex key={question} columnGap="3" wrap="wrap" justify="space-between">
              <dt>{label}</dt>
              <Box as="dd" whiteSpace="nowrap" color={isLow(question) ? 'alarm' : undefined}>
                {score(feedback[question as keyof typeof questions])}
              </Box>
            </Flex>
          ))}
          {feedback.remark && (
            <>
              <Text as="dt" fontWeight="semibold" marginTop="3">
                {remark}
              </Text>
              <Text as="dd" whiteSpace="pre-wrap" overflowWrap="anywhere">
                {feedback.remark}
              </Text>
            </>
          )}
        </Box>
        <ButtonLink to={{ ...currentView(), paper: FEEDBACK }} icon={Printer}>
          {print}
        </ButtonLink>
      </TitledSection>
    </Card>
  );
}
