import type { Host, Site } from '@site/contract/host';
import { depositLine } from '@site/contract/offer';
import { Box, Container, Grid, Reveal, Section, Text, TextLink } from '@site/shared-ui';
import { type Question, questions } from '../content/questions';
import { Foldable, SectionHeading } from './section';

const TITLE_ID = 'questions-title';

export function Questions({ host }: { readonly host: Host }) {
  const { site, paths, Link } = host;
  return (
    <Section labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', lg: '4fr 8fr' }}
            columnGap="16"
            alignItems="start"
            css={{ '@media print': { display: 'block' } }}
          >
            <SectionHeading id={TITLE_ID} title={questions.title} />
            <Box>
              {[...questions.list(site), ...aboutPayment(site)].map((item) => (
                <QuestionItem key={item.question} {...item} host={host} />
              ))}
              <Text marginTop="6">
                {questions.other.text}{' '}
                <TextLink asChild>
                  <Link to={paths.contact}>{questions.other.link}</Link>
                </TextLink>
              </Text>
            </Box>
          </Grid>
        </Reveal>
      </Container>
    </Section>
  );
}

function aboutPayment({ payment: { when, how, advance, refusal } = {}, papers }: Site): readonly Question[] {
  const answer = [when, depositLine({ papers }), how, advance, refusal].filter(Boolean).join(' ');
  return answer ? [{ question: questions.payment, answer }] : [];
}

interface QuestionItemProps extends Question {
  readonly host: Host;
}

function QuestionItem({ question, answer, inFundingGuide = false, host: { paths, Link } }: QuestionItemProps) {
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
