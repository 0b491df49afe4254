import { withFunding } from '@site/contract/addresses';
import type { Host } from '@site/contract/host';
import { CheckList, Text, TextLink } from '@site/shared-ui';
import { preparation } from '../content/funding-steps';
import papers from '../illustrations/prepared-papers.svg';
import { Step } from './step';

export function PreparationStep({ host: { paths, Link } }: { readonly host: Host }) {
  const { title, text, date, picture } = preparation;
  return (
    <Step number={3} title={title} picture={{ src: papers, alt: picture }}>
      <Text>{text}</Text>
      <CheckList items={preparation.papers} />
      <Text>{date.text}</Text>
      <TextLink asChild alignSelf="start">
        <Link to={withFunding(paths.booking)}>{date.link}</Link>
      </TextLink>
    </Step>
  );
}
