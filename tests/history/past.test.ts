import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepReport } from '../../src/history/keep.ts';
import { historyName } from '../../src/history/kept-file.ts';
import { pastReports } from '../../src/history/past.ts';
import { json } from '../../src/report/data/json.ts';
import type { Report } from '../../src/report/model.ts';
import { bundledAt, runAt, withFolder } from './history.ts';

const idsOf = (reports: readonly Report[]): string[] => reports.map(({ run }) => run.id);
const minutes = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

async function keepAll(dir: string, reports: readonly Report[]): Promise<void> {
  for (const report of reports) await keepReport(report, dir);
}

describe('earlier reports', () => {
  it('are none where there is no folder, or an empty one', async () => {
    await withFolder(async (dir) => {
      expect(await pastReports(runAt(0), join(dir, 'missing'))).toEqual({ reports: [], unreadable: [] });
      expect(await pastReports(runAt(0), dir)).toEqual({ reports: [], unreadable: [] });
    });
  });

  it('are given whole, the oldest first, in whatever order they were kept', async () => {
    await withFolder(async (dir) => {
      await keepAll(dir, [runAt(2), runAt(0), runAt(1)]);
      expect((await pastReports(runAt(3), dir)).reports).toEqual([runAt(0), runAt(1), runAt(2)]);
    });
  });

  it('are the latest 29 of many, or as many as are asked for', async () => {
    await withFolder(async (dir) => {
      await keepAll(
        dir,
        minutes(0, 40).map((minute) => runAt(minute)),
      );
      const { reports } = await pastReports(runAt(40), dir);
      expect(idsOf(reports)).toEqual(minutes(11, 40).map((minute) => `run${minute}`));
      expect(idsOf((await pastReports(runAt(40), dir, 2)).reports)).toEqual(['run38', 'run39']);
      expect((await pastReports(runAt(40), dir, 0)).reports).toEqual([]);
    });
  });

  it('leave out the report itself and what came later', async () => {
    await withFolder(async (dir) => {
      await keepAll(
        dir,
        minutes(0, 5).map((minute) => runAt(minute)),
      );
      expect(idsOf((await pastReports(runAt(2), dir)).reports)).toEqual(['run0', 'run1']);
      expect(idsOf((await pastReports(runAt(2), dir, 1)).reports)).toEqual(['run1']);
    });
  });

  it('are earlier by what they say, whatever they are called', async () => {
    await withFolder(async (dir) => {
      await writeFile(join(dir, historyName(runAt(0))), json(runAt(9)));
      await writeFile(join(dir, historyName(runAt(8))), json(runAt(1)));
      await writeFile(join(dir, historyName(runAt(2))), json(runAt(2)));
      expect(idsOf((await pastReports(runAt(5), dir)).reports)).toEqual(['run1', 'run2']);
    });
  });

  it('hold a run once, that was kept twice', async () => {
    await withFolder(async (dir) => {
      await keepAll(dir, [runAt(0), runAt(0), runAt(1)]);
      expect(idsOf((await pastReports(runAt(2), dir)).reports)).toEqual(['run0', 'run1']);
    });
  });

  it('cannot be read where a file stands in the place of the folder', async () => {
    await withFolder(async (place) => {
      const dir = join(place, 'taken');
      await writeFile(dir, '');
      await expect(pastReports(runAt(0), dir)).rejects.toThrow(
        /^The history folder ".*taken" cannot be read: .* Set HISTORY_DIR \(--history\) to another one\.$/,
      );
    });
  });
});

describe('the target of an earlier report', () => {
  const past = async (kept: readonly Report[], report: Report): Promise<string[]> =>
    withFolder(async (dir) => {
      await keepAll(dir, kept);
      const found = await pastReports(report, dir);
      expect(found.unreadable).toEqual([]);
      return idsOf(found.reports);
    });
  const on = (minute: number, baseUrl: string, rest: Partial<Report['target']> = {}): Report =>
    runAt(minute, { target: { baseUrl, ...rest } });

  it('is the same whatever its address is written like', async () => {
    const kept = [
      on(0, 'https://issues.example.com/v1'),
      on(1, 'HTTPS://Issues.Example.com/v1/'),
      on(2, 'https://issues.example.com:443/v1//'),
    ];
    expect(await past(kept, on(3, 'https://issues.example.com/v1/'))).toEqual(['run0', 'run1', 'run2']);
  });

  it('is another with another scheme, host, port, path, owner or repository', async () => {
    const kept = [
      on(0, 'http://issues.example.com/v1'),
      on(1, 'https://example.com/v1'),
      on(2, 'https://issues.example.com:8443/v1'),
      on(3, 'https://issues.example.com/V1'),
      on(4, 'https://issues.example.com/v1', { owner: 'acme' }),
      on(5, 'https://issues.example.com/v1', { repo: 'widgets' }),
      on(6, 'https://issues.example.com/v1', { bundled: true }),
      on(7, 'https://issues.example.com/v1'),
    ];
    expect(await past(kept, on(8, 'https://issues.example.com/v1'))).toEqual(['run7']);
  });

  it('is one for the bundled service, though its port differs', async () => {
    expect(await past([bundledAt(0), runAt(1), bundledAt(2)], bundledAt(3))).toEqual(['run0', 'run2']);
  });

  it('is what it is in a report of a target that tries to look like another', async () => {
    const lie = '{\n  "target": {\n    "baseUrl": "x"\n  }\n}';
    const kept = [
      on(0, 'https://a.example', { owner: lie }),
      { ...on(1, 'https://a.example'), problem: lie },
      { ...on(2, 'https://a.example'), problem: 'long '.repeat(2000) },
    ];
    expect(await past(kept, on(3, 'https://a.example'))).toEqual(['run1', 'run2']);
    expect(await past(kept, on(3, 'https://a.example', { owner: lie }))).toEqual(['run0']);
  });

  it('is found in a report that is set otherwise', async () => {
    await withFolder(async (dir) => {
      await writeFile(join(dir, historyName(runAt(0))), JSON.stringify(runAt(0)));
      await writeFile(join(dir, historyName(bundledAt(1))), JSON.stringify(bundledAt(1)));
      expect(await pastReports(runAt(2), dir)).toEqual({ reports: [runAt(0)], unreadable: [] });
    });
  });
});

describe('what is no report', () => {
  it('is passed over and named, where it is called like one', async () => {
    await withFolder(async (dir) => {
      await keepAll(
        dir,
        minutes(0, 4).map((minute) => runAt(minute)),
      );
      await truncate(join(dir, historyName(runAt(0))), 3000);
      await truncate(join(dir, historyName(runAt(2))), 0);
      const newer = json(runAt(10)).replace('"schemaVersion": 1', '"schemaVersion": 2');
      await writeFile(join(dir, historyName(runAt(10))), newer);
      await mkdir(join(dir, historyName(runAt(11))));
      await symlink(join(dir, 'nowhere'), join(dir, historyName(runAt(12))));
      const { reports, unreadable } = await pastReports(runAt(20), dir);
      expect(idsOf(reports)).toEqual(['run1', 'run3']);
      expect(unreadable).toEqual([11, 10, 2, 0].map((minute) => historyName(runAt(minute))));
    });
  });

  it('is not found out where it begins like a report on another target: nobody reads on', async () => {
    await withFolder(async (dir) => {
      await keepReport(bundledAt(0), dir);
      await truncate(join(dir, historyName(bundledAt(0))), 3000);
      expect((await pastReports(runAt(1), dir)).unreadable).toEqual([]);
      expect((await pastReports(bundledAt(1), dir)).unreadable).toEqual([historyName(bundledAt(0))]);
    });
  });

  it.skipIf(process.platform === 'win32')(
    'is passed over though it is a pipe, that never answers',
    async () => {
      await withFolder(async (dir) => {
        await keepReport(runAt(0), dir);
        execFileSync('/usr/bin/mkfifo', [join(dir, historyName(runAt(1)))]);
        const { reports, unreadable } = await pastReports(runAt(2), dir);
        expect(idsOf(reports)).toEqual(['run0']);
        expect(unreadable).toEqual([historyName(runAt(1))]);
      });
    },
  );

  it('is passed over where it is longer or deeper than any report', async () => {
    await withFolder(async (dir) => {
      await keepReport(runAt(0), dir);
      await writeFile(join(dir, historyName(runAt(1))), '['.repeat(200_000));
      await writeFile(join(dir, historyName(runAt(2))), '');
      await truncate(join(dir, historyName(runAt(2))), 2 ** 32);
      const { reports, unreadable } = await pastReports(runAt(3), dir);
      expect(idsOf(reports)).toEqual(['run0']);
      expect(unreadable).toEqual([2, 1].map((minute) => historyName(runAt(minute))));
    });
  });

  it('is not looked at where it is called otherwise', async () => {
    await withFolder(async (dir) => {
      await keepReport(runAt(0), dir);
      for (const name of ['notes.txt', 'zzz.json', 'conformance.json', '.hidden'])
        await writeFile(join(dir, name), 'no report');
      await writeFile(join(dir, `${historyName(runAt(1))}.tmp`), json(runAt(1)).slice(0, 2000));
      expect(await pastReports(runAt(2), dir)).toEqual({ reports: [runAt(0)], unreadable: [] });
    });
  });

  it('stays where it is', async () => {
    await withFolder(async (dir) => {
      await writeFile(join(dir, historyName(runAt(1))), 'no report');
      await pastReports(runAt(2), dir);
      expect(await readdir(dir)).toEqual([historyName(runAt(1))]);
    });
  });
});

describe('a long history', () => {
  it('is not read further than until 32 MiB of it were', async () => {
    await withFolder(async (dir) => {
      const problem = 'x'.repeat(12 * 1024 * 1024);
      for (const minute of minutes(0, 4)) await keepReport({ ...runAt(minute), problem }, dir);
      expect(idsOf((await pastReports(runAt(5), dir)).reports)).toEqual(['run1', 'run2', 'run3']);
    });
  });

  it('is not read further than until there is enough, and no further than 2000 files', async () => {
    await withFolder(async (dir) => {
      await keepReport(runAt(0), dir);
      const empty = (from: number, to: number) =>
        Promise.all(minutes(from, to).map((minute) => writeFile(join(dir, historyName(runAt(minute))), '')));
      await empty(1, 2000);
      const enough = await pastReports(runAt(5000), dir);
      expect(idsOf(enough.reports)).toEqual(['run0']);
      await empty(2000, 2001);
      const { reports, unreadable } = await pastReports(runAt(5000), dir);
      expect(reports).toEqual([]);
      expect(unreadable).toHaveLength(2000);
      await keepReport(runAt(3000), dir);
      expect(await pastReports(runAt(5000), dir, 1)).toEqual({ reports: [runAt(3000)], unreadable: [] });
    });
  });
});
