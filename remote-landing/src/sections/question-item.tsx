import type { Host } from '@site/contract/host';
import { Text, TextLink } from '@site/shared-ui';
import { type Question, questions } from '../content/questions';
import { Foldable } from './foldable';

interface QuestionItemProps extends Question {
  readonly host: Host;
}

export function QuestionItem({ question, answer, inFundingGuide = false, host: { paths, Link } }: QuestionItemProps) {
  return (
    <Foldable title={question}>
      <Text maxWidth="prose" paddingBottom="5" paddingRight="10">
        {answer}
        {inFundingGuide && (
          <>
            {' '}
            <TextLink asChild>
              <Link to={paths.funding}>{questions.fundingGuide}</Link>
            </TextLink>
          </>
        )}
      </Text>
    </Foldable>
  );
}
