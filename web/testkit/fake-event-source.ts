/** An EventSource whose server is the test. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** All that were made, the newest last. */
  static readonly all: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }
  opened(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  /** The browser gives a refused connection up, and comes back to a lost one by itself. */
  failed(refused: boolean): void {
    this.readyState = refused ? FakeEventSource.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
  says(name: string, data: object): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
