import { Service, MASTER_KEY } from './test/support/service';
import http from 'node:http';
async function main() {
  const service = await Service.start();
  const agent = new http.Agent({keepAlive:true});
  const send = (path: string, body: string, method='POST') => new Promise<string>((res, rej) => {
    const u = new URL(service.url);
    const r = http.request({ agent, method, path, hostname: u.hostname, port: u.port, headers: { authorization: `Bearer ${MASTER_KEY}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } }, (a) => { let t=''; let n=0; a.on('data', (c) => { n += c.length; if (t.length<200) t+=c; }); a.on('end', () => res(`${a.statusCode} ${n} bytes ${t.slice(0,160)}`)); });
    r.on('error', rej); r.end(body);
  });
  const flat = '{"news":{' + Array.from({length:90000},(_, i)=>`"k${i}":1`).join(',') + '}}';
  const spread = (root: string, member: string) => `{"${root}":{"${member}":[` + Array.from({length:900},(_, i)=>'{'+Array.from({length:100},(_, j)=>`"k${j}":1`).join(',')+'}').join(',') + ']}}';
  const many = '{' + Array.from({length:900},(_, i)=>`"r${i}":{`+Array.from({length:100},(_, j)=>`"k${j}":1`).join(',')+'}').join(',') + '}';
  const n2 = '{"news":{"customTags":[' + Array.from({length:500},()=>'['+Array(690).fill('[]').join(',')+']').join(',') + ']}}';
  const cases: [string,string,string][] = [
    ['flat','/v1/news',flat],
    ['many roots','/v1/news',many],
    ['spread unknown member','/v1/news',spread('news','zzz')],
    ['spread tags','/v1/news',spread('news','customTags')],
    ['spread users','/v1/users',spread('users','addressBook')],
    ['spread orders','/v1/orders',spread('orders','items')],
    ['n2','/v1/news',n2],
  ];
  for (const [name, path, body] of cases) for (let k=0;k<2;k++) {
    const b = process.cpuUsage(); const t = performance.now();
    const answer = await send(path, body);
    const c = process.cpuUsage(b);
    console.log(name, body.length, Math.round((c.user+c.system)/1000)+' ms CPU', Math.round(performance.now()-t)+' ms', answer.replace(/\s+/g,' ').slice(0,230));
  }
  agent.destroy();
  await service.stop();
}
main().catch(console.error);
