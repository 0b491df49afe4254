import type { Host } from '@site/contract/host';
import { Box, Icon, Text, TextLink } from '@site/shared-ui';
import { ChevronDown } from 'lucide';
import { type Question, questions } from '../content/questions';

/** Printed pages show all answers. Browsers without `::details-content` print only the questions. */
const openOnPaper = { '@media print': { '&::details-content': { contentVisibility: 'visible', blockSize: 'auto' } } };

interface QuestionItemProps extends Question {
  readonly host: Host;
}

export function QuestionItem({ question, answer, inFundingGuide = false, host: { paths, Link } }: QuestionItemProps) {
  return (
    <Box as="details" borderBottomWidth="1px" borderColor="edge" css={openOnPaper}>
      <Summary>{question}</Summary>
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
    </Box>
  );
}

function Summary({ children }: { readonly children: string }) {
  return (
    <Box
      as="summary"
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="4"
      minHeight="14"
      paddingBlock="3"
      fontFamily="heading"
      fontWeight="semibold"
      fontSize="lg"
      lineHeight="snug"
      cursor="pointer"
      _hover={{ color: 'tile' }}
      css={{ '&::-webkit-details-marker': { display: 'none' } }}
    >
      {children}
      <Icon of={ChevronDown} color="tile" css={{ 'details[open] &': { transform: 'rotate(180deg)' } }} />
    </Box>
  );
}
