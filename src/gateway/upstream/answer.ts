/**
 * An answer of the practice API that has arrived whole and holds JSON. Of its headers only what the gateway itself uses
 * is kept, so that no cookie, no header about the vendor's servers and no content type of theirs reaches a browser.
 */
export interface Answer {
  readonly status: number;
  /** The body exactly as the practice API wrote it, decompressed. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether the body is an error body that says anything (section 7); false for one without a message. */
  readonly explains: boolean;
  readonly limits: AnswerLimits;
  /** Whole seconds after which it is worth asking again, where the answer is a 429. */
  readonly retryAfterSeconds?: number;
  /** When it was asked for, in the gateway's clock (epoch milliseconds). */
  readonly sentAt: number;
  /** When the last byte arrived, in the gateway's clock (epoch milliseconds). */
  readonly receivedAt: number;
}

/** What the headers of an answer say about the request limit and the clock, as sent. */
export interface AnswerLimits {
  readonly retryAfter: string | null;
  readonly rateLimit: string | null;
  readonly rateLimitRemaining: string | null;
  readonly rateLimitReset: string | null;
  readonly date: string | null;
}
