/** A picture of this page: the address of its file, and its alternative text. */
export interface Drawing {
  readonly src: string;
  readonly alt: string;
}
