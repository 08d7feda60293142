declare module 'saxen' {
  type Decode = (text: string) => string;

  /**
   * A parser of XML that calls its handlers as the text arrives. It ignores document type declarations, so it does not
   * expand the entities that a document defines.
   */
  export class Parser {
    on(
      event: 'openTag',
      handler: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', handler: (name: string) => void): this;
    on(event: 'text', handler: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', handler: (text: string) => void): this;
    on(event: 'error', handler: (error: Error) => void): this;
    write(xml: string): this;
    end(): void;
  }
}
