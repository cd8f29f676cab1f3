/** Everyday words for the subjects of the Internal Revenue Code, excise taxes (§§ 4041-5891), section by section in the order of its table of contents. */
export const EXCISES = `
4041: diesel special fuels tax retail
4042: barge inland waterway fuel
4043: fractional aircraft fuel surtax
4051: heavy truck trailer 12 percent retail
4064: gas guzzler car
4071: tire tax
4081: gasoline diesel tax at terminal rack cents per gallon
4082: dyed diesel exempt
4083: fuel definitions
4101: fuel registration
4121: coal tax per ton underground surface mine
4131: vaccine tax
4161: fishing rods bows arrows sporting goods
4181: guns pistols ammunition manufacturer tax
4216: manufacturer excise constructive price
4221: tax-free sales export further manufacture
4251: telephone tax communications
4261: airline ticket tax passenger segment
4262: taxable air transportation
4271: air cargo freight tax
4281: small aircraft exempt
4371: foreign insurer reinsurance premium excise
4375: health insurer PCORI fee
4376: self-insured PCORI fee
4401: betting wagers tax bookmaker sportsbook percent of bet
4402: wagering exemptions parimutuel state lottery
4403: wager daily records
4411: occupational tax person accepting bets annual bookie
4412: wagering registration
4421: wager lottery definitions
4461: harbor maintenance cargo port
4471: cruise ship passenger 3 dollars
4481: heavy highway vehicle use tax 55,000 pounds truck 2290
4482: highway vehicle definitions
4483: highway use exemptions
4501: stock buyback repurchase 1 percent excise public company
4611: crude oil superfund petroleum barrel tax
4661: chemicals superfund tax
4671: imported chemical substances
4681: ozone-depleting chemicals
4701: unregistered bearer obligations issuer
4911: charity excess lobbying tax expenditure election 501(h)
4912: charity loses exemption lobbying
4940: private foundation investment income tax 1.39 percent
4941: self-dealing private foundation disqualified person
4942: private foundation must pay out 5 percent undistributed income
4943: excess business holdings foundation 20 percent
4944: jeopardy investments foundation
4945: foundation taxable expenditures grants to individuals lobbying
4946: disqualified person foundation manager definition
4947: nonexempt charitable trust split interest
4948: foreign private foundation
4951: black lung trust self-dealing
4955: charity political expenditures campaign
4958: excess benefit intermediate sanctions charity insider paid too much
4959: hospital community health needs assessment
4960: nonprofit executive pay over one million
4961: second tier abatement correction
4962: first tier abatement reasonable cause
4963: correction period definitions
4965: exempt entity prohibited tax shelter
4966: donor advised fund taxable distributions
4967: donor advised fund prohibited benefit
4968: university endowment tax college
4971: pension funding deficiency excise
4972: nondeductible pension contributions 10 percent
4973: excess IRA HSA contributions too much put in 6 percent
4974: missed required minimum distribution penalty failure to take RMD
4975: prohibited transaction plan IRA disqualified person self-dealing 15 percent
4976: welfare benefit fund excise
4977: fringe benefits line of business
4978: ESOP early disposition
4979: excess deferrals contributions ADP failure 10 percent
4979a: ESOP prohibited allocation
4980: pension reversion surplus terminated plan excise
4980b: COBRA continuation coverage health employer former employee excise qualifying event 18 36 months
4980c: long-term care insurer
4980d: group health plan failures per day ACA market reforms
4980e: Archer MSA comparable contributions
4980f: notice of benefit reduction plan amendment
4980g: HSA comparable contributions employer
4980h: employer mandate shared responsibility large employer 50 full-time employees health coverage penalty
4981: REIT undistributed 4 percent
4982: mutual fund undistributed 4 percent
4985: inversion insider stock compensation
4999: golden parachute 20 percent excise recipient
5000: Medicare secondary payer large group health
5000a: individual mandate no health insurance penalty zero minimum essential coverage
5000b: tanning salon
5000c: foreign procurement 2 percent
5000d: drug price negotiation excise
5001: liquor distilled spirits tax proof gallon whiskey rate
5041: wine tax rate small producer
5051: beer tax barrel brewery rate
5053: home brew personal use beer exempt
5042: home made wine family use exempt
5061: alcohol tax payment method time
5171: distillery establishment plant
5179: register still
5601: moonshine illegal still criminal
5701: cigarettes cigars tobacco tax rate
5702: tobacco definitions
5703: tobacco liability payment
5731: tobacco occupational
5761: tobacco penalties
5801: firearms dealer manufacturer occupational NFA
5811: machine gun silencer suppressor transfer tax 200
5821: making firearm tax
5841: firearms registration
5845: firearm definition short barrel shotgun
5861: unlawful firearm possession
5881: greenmail takeover
5891: structured settlement factoring purchase
`;
