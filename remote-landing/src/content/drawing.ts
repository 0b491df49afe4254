/** A picture of this page: the address the bundler gives its file, and what it says to those who do not see it. */
export interface Drawing {
  readonly src: string;
  readonly alt: string;
}
