/** A refusal in the form of S3: a status, a code and a sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
