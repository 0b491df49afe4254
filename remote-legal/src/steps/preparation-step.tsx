import { CheckList, Text } from '@site/shared-ui';
import { preparation } from '../content/funding-steps';
import papers from '../illustrations/prepared-papers.svg';
import { Step } from './step';

export function PreparationStep() {
  return (
    <Step number={3} title={preparation.title} picture={{ src: papers, alt: preparation.picture }}>
      <Text>{preparation.text}</Text>
      <CheckList items={preparation.papers} />
    </Step>
  );
}
